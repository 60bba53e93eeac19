export { TermsCheckbox, type TermsCheckboxProps } from './terms-checkbox.tsx'
