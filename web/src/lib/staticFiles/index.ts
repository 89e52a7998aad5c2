export {
  useFooterMenu,
  useHeaderMenu,
  useInvestmentMethods,
  useLicences,
  usePartners,
} from './useStaticFile';
