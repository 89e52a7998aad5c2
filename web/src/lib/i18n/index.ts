export { changeLanguage, hasNamespace, loadNamespace, startI18n } from './i18n';
export {
  currentLanguage,
  defaultLanguage,
  directionOf,
  isLanguage,
  languages,
  startLanguage,
} from './language';
export type { Language } from './language';
export { useLanguage } from './useLanguage';
