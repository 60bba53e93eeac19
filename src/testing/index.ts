export { type Fault, type FaultFilter, FaultScript } from './faults.ts'
export type { SeenRequest } from './faulty-fetch.ts'
export { createTestService, type TestService, type TestServiceOptions } from './test-service.ts'
