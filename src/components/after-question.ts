'use client'

// What a person opens after the question. A bundler makes one file of it: a page loads both when it is idle, and they share most of their modules.
export { ConsentOutcome } from './screen/consent-outcome.tsx'
export { ConsentSettings } from './settings/consent-settings.tsx'
