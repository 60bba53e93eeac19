import type { Template } from '../../template.ts'
import template from './rewards.md'

/** Rewards data license, in English: the default. */
const rewards: Template = template

export default rewards
