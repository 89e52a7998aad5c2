export {
  useFooterMenu,
  useHeaderMenu,
  useInvestmentMethods,
  useLegal,
  useLicences,
  usePartners,
} from './useStaticFile';
