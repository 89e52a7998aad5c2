export { PasswordField } from './PasswordField';
export { PasswordMeter } from './PasswordMeter';
export { isGoodPassword } from './model/passwordRules';
