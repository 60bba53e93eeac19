import { DENSITIES } from '../density.ts'
import { defineTheme, type ThemeIcons } from '../theme.ts'

/** Few lines, because thick ones close small gaps. */
const ICONS: ThemeIcons = {
  data: 'M4.5 3h11v14l-2.8-2-2.7 2-2.7-2-2.8 2zM8 8h4',
  reward: 'm10 3 2.2 4.6 5 .6-3.7 3.4 1 5-4.5-2.5-4.5 2.5 1-5-3.7-3.4 5-.6z',
  duration: 'M3.5 5h13v11.5h-13zM3.5 9.5h13M7 2.5V6M13 2.5V6',
  recipients: 'M2.5 10h14M11 4.5l6 5.5-6 5.5',
  check: 'm3.5 10.5 4.5 5 8.5-11',
  lock: 'M4 9h12v8H4zM6.5 9V6.5a3.5 3.5 0 0 1 7 0V9',
  terms: 'M4.5 3h11v14h-11zM8 7.5h4M8 12h4',
}

/** Black and white with thick edges, large type and large targets. Every text has a contrast of at least 7. For people who see little. */
export const highContrast = defineTheme(
  {
    'color-surface': { light: 'oklch(1 0 0)', dark: 'oklch(0 0 0)' },
    'color-sunken': { light: 'oklch(0.96 0 0)', dark: 'oklch(0.2 0 0)' },
    'color-text': { light: 'oklch(0 0 0)', dark: 'oklch(1 0 0)' },
    'color-muted': { light: 'oklch(0.3 0 0)', dark: 'oklch(0.92 0 0)' },
    'color-border': { light: 'oklch(0.3 0 0)', dark: 'oklch(0.85 0 0)' },
    'color-border-strong': { light: 'oklch(0 0 0)', dark: 'oklch(1 0 0)' },
    'color-accent': { light: 'oklch(0.4 0.2 264)', dark: 'oklch(0.93 0.17 105)' },
    'color-link': { light: 'oklch(0.4 0.2 264)', dark: 'oklch(0.93 0.17 105)' },
    'color-mark': 'var(--licet-color-accent-soft)',
    'color-mark-text': 'var(--licet-color-accent)',
    'color-focus': 'var(--licet-color-accent)',
    'color-accent-soft': { light: 'oklch(0.95 0.02 264)', dark: 'oklch(0.24 0.03 105)' },
    'color-danger': { light: 'oklch(0.4 0.16 27)', dark: 'oklch(0.86 0.08 25)' },
    'color-danger-soft': { light: 'oklch(0.96 0.015 27)', dark: 'oklch(0.22 0.05 25)' },
    'color-inserted': { light: 'oklch(0.93 0.07 150)', dark: 'oklch(0.32 0.07 150)' },
    'color-deleted': { light: 'oklch(0.93 0.05 25)', dark: 'oklch(0.32 0.09 25)' },
    'color-decision-surface': { light: 'oklch(1 0 0)', dark: 'oklch(0 0 0)' },
    'color-decision-hover': { light: 'oklch(0.9 0 0)', dark: 'oklch(0.28 0 0)' },
    'color-decision-text': { light: 'oklch(0 0 0)', dark: 'oklch(1 0 0)' },
    'color-decision-border': { light: 'oklch(0 0 0)', dark: 'oklch(1 0 0)' },
    'color-backdrop': { light: 'oklch(0 0 0 / 0.75)', dark: 'oklch(0 0 0 / 0.85)' },
    'color-shadow': { light: 'oklch(0 0 0 / 0.3)', dark: 'oklch(1 0 0 / 0.3)' },
    ...DENSITIES.roomy,
    'font-family': "'Atkinson Hyperlegible', Verdana, 'DejaVu Sans', sans-serif",
    'font-weight-heading': '700',
    'font-size': '1.125rem',
    'font-scale': '1.2',
    radius: '6px',
    'radius-control': '6px',
    'border-width': '2px',
    'icon-stroke': '2.25',
    'focus-width': '4px',
    target: '56px',
    duration: '1ms',
  },
  { icons: ICONS },
)
