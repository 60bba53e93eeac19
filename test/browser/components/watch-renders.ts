import { watchRendersHere } from '../../fixtures/watch-renders.ts'

// A separate module, because it has to run before React is loaded. Import it first.
watchRendersHere()
