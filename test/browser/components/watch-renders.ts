import { watchRendersHere } from '../../fixtures/watch-renders.ts'

// A module of its own: whoever imports it first has it run before React is loaded.
watchRendersHere()
