// For whoever hashes what is shown: the same code is about to sign it.
export { hashText } from '../sha3.ts'
export { createHeavy, type Heavy } from './signing-engine.ts'
