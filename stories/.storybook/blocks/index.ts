export { AccessibilityTree } from './accessibility-tree.tsx'
export { Anatomy } from './anatomy.tsx'
export { Do, DoDont, Dont, Live, Sketch } from './do-dont.tsx'
export { StateMatrix } from './state-matrix.tsx'
