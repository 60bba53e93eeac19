import { openFirefox } from './firefox.ts'
import { describeJourneys } from './journeys.ts'

describeJourneys('on Firefox', openFirefox)
