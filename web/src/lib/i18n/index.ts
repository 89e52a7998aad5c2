export { changeLanguage, loadNamespace, startI18n } from './i18n';
export {
  currentLanguage,
  defaultLanguage,
  directionOf,
  isLanguage,
  languages,
  showLanguage,
  staffLanguages,
  startLanguage,
} from './language';
export type { Language, StaffLanguage } from './language';
export { useLanguage } from './useLanguage';
