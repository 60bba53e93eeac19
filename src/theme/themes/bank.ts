import { DENSITIES } from '../density.ts'
import { defineTheme, type ThemeIcons } from '../theme.ts'

/** Square and exact: a ledger, a credit, a calendar, a house with columns and a shield. */
const ICONS: ThemeIcons = {
  data: 'M3.5 3.5h13v13h-13zM3.5 7.5h13M3.5 12h13M8.5 7.5v9',
  reward: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM6.5 10h7M10 6.5v7',
  duration: 'M3.5 5h13v11.5h-13zM3.5 8.5h13M6.5 3v3.5M13.5 3v3.5M11.5 13.5h2',
  recipients: 'M3 7.5 10 3l7 4.5zM4.5 7.5V14M8.2 7.5V14M11.8 7.5V14M15.5 7.5V14M3.5 14h13M2.5 17h15',
  check: 'm4 10.5 4 4L16.5 5',
  lock: 'M10 2.5 16.5 5v4.5c0 4-2.6 6.6-6.5 8-3.9-1.4-6.5-4-6.5-8V5zM7 10l2.2 2.2L13.2 8',
  terms: 'M4.5 2.5h11v15h-11zM7.5 6h5M7.5 9h5M10.5 14h2',
}

/** Navy, square and dense, with two filled choices and exact lines. For banks, insurers and public offices. */
export const bank = defineTheme(
  {
    'color-surface': { light: 'oklch(1 0 0)', dark: 'oklch(0.2 0.03 255)' },
    'color-sunken': { light: 'oklch(0.965 0.008 250)', dark: 'oklch(0.245 0.035 255)' },
    'color-text': { light: 'oklch(0.23 0.045 257)', dark: 'oklch(0.95 0.01 250)' },
    'color-muted': { light: 'oklch(0.44 0.035 255)', dark: 'oklch(0.8 0.02 250)' },
    'color-border': { light: 'oklch(0.86 0.014 250)', dark: 'oklch(0.36 0.04 255)' },
    'color-border-strong': { light: 'oklch(0.52 0.045 255)', dark: 'oklch(0.66 0.04 250)' },
    'color-accent': { light: 'oklch(0.42 0.12 255)', dark: 'oklch(0.79 0.09 245)' },
    'color-link': { light: 'oklch(0.42 0.12 255)', dark: 'oklch(0.83 0.088 245)' },
    'color-mark': 'var(--licet-color-accent-soft)',
    'color-mark-text': 'var(--licet-color-accent)',
    'color-focus': 'var(--licet-color-accent)',
    'color-accent-soft': { light: 'oklch(0.95 0.02 250)', dark: 'oklch(0.28 0.055 255)' },
    'color-danger': { light: 'oklch(0.45 0.165 25)', dark: 'oklch(0.79 0.115 22)' },
    'color-danger-soft': { light: 'oklch(0.96 0.018 25)', dark: 'oklch(0.265 0.045 20)' },
    'color-inserted': { light: 'oklch(0.93 0.055 165)', dark: 'oklch(0.33 0.055 165)' },
    'color-deleted': { light: 'oklch(0.94 0.035 20)', dark: 'oklch(0.34 0.06 15)' },
    'color-decision-surface': { light: 'oklch(0.31 0.075 257)', dark: 'oklch(0.87 0.035 250)' },
    'color-decision-hover': { light: 'oklch(0.38 0.09 257)', dark: 'oklch(0.93 0.025 250)' },
    'color-decision-text': { light: 'oklch(1 0 0)', dark: 'oklch(0.2 0.04 257)' },
    'color-decision-border': { light: 'oklch(0.31 0.075 257)', dark: 'oklch(0.87 0.035 250)' },
    'color-backdrop': { light: 'oklch(0.25 0.06 257 / 0.55)', dark: 'oklch(0.08 0.03 257 / 0.75)' },
    'color-shadow': { light: 'oklch(0.25 0.06 257 / 0.14)', dark: 'oklch(0.05 0.03 257 / 0.5)' },
    ...DENSITIES.compact,
    'font-family': "Inter, 'Helvetica Neue', Arial, sans-serif",
    'font-weight-heading': '600',
    'font-scale': '1.15',
    'font-measure': '40rem',
    radius: '2px',
    'radius-control': '2px',
    'icon-stroke': '1.25',
    'focus-width': '2px',
    target: '48px',
    duration: '120ms',
  },
  { icons: ICONS },
)
