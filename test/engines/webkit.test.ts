import { describeJourneys } from './journeys.ts'
import { openWebkit } from './webkit.ts'

describeJourneys('on WebKit', openWebkit)
