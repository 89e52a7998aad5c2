export { groupedIban, isIban, plainIban } from './iban';
export { isNationalId, isTurkishId } from './nationalId';
