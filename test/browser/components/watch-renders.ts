import { watchRendersHere } from '../../bench/watch-renders.ts'

// A separate module, because it has to run before React is loaded. Import it first.
watchRendersHere()
