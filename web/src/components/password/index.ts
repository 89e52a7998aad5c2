export { PasswordField } from './PasswordField';
export { PasswordMeter } from './PasswordMeter';
export { isGoodPassword, passwordRules } from './passwordRules';
