import { openChromium } from './chromium.ts'
import { describeJourneys } from './journeys.ts'

describeJourneys('on Chromium', openChromium)
