export { ConsentGate, type ConsentGateProps } from './gate.tsx'
