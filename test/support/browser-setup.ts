import { configure } from '@testing-library/dom'
import { PATIENCE_MS } from './patience.ts'

// Only a failing test waits this long: a query resolves as soon as the page has the element.
configure({ asyncUtilTimeout: PATIENCE_MS })
