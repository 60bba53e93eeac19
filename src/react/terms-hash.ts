/** The version of terms. A module of its own, because SHA-3 is loaded only when terms are on screen. */
export { hashText } from '../client/sha3.ts'
