import { defineTheme, type ThemeIcons } from '../theme.ts'

/** Of machines and games: a database, a gem, a stopwatch, a network and a key. */
const ICONS: ThemeIcons = {
  data: 'M4 5.5C4 4.1 6.7 3 10 3s6 1.1 6 2.5S13.3 8 10 8 4 6.9 4 5.5ZM4 5.5v9C4 15.9 6.7 17 10 17s6-1.1 6-2.5v-9M4 10c0 1.4 2.7 2.5 6 2.5s6-1.1 6-2.5',
  reward: 'M6 3.5h8L17.5 8 10 17 2.5 8zM2.5 8h15M10 17 6.8 8l1.7-4.5M10 17l3.2-9-1.7-4.5',
  duration: 'M10 17a6 6 0 1 0 0-12 6 6 0 0 0 0 12ZM10 11V8M8 2.5h4M15 5l1.2 1.2',
  recipients:
    'M6.5 10a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM17.5 4.8a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM17.5 15.2a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM6.3 9.1l7.4-3.5M6.3 10.9l7.4 3.5',
  lock: 'M9.5 6.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0ZM8.5 9l8 8M13.5 14l2-2M11.3 11.8l1.5-1.5',
  terms: 'M5.5 3.5h-2v13h2M14.5 3.5h2v13h-2M7 7.5h6M7 10h6M7 12.5h3.5',
}

/** Dark in both schemes: deep violet by day and almost black at night, with headings in a fixed-width font. For games, music and tools. */
export const night = defineTheme(
  {
    'color-surface': { light: 'oklch(0.225 0.035 285)', dark: 'oklch(0.145 0.018 285)' },
    'color-sunken': { light: 'oklch(0.27 0.04 285)', dark: 'oklch(0.195 0.025 285)' },
    'color-text': { light: 'oklch(0.95 0.012 285)', dark: 'oklch(0.92 0.012 285)' },
    'color-muted': { light: 'oklch(0.8 0.03 285)', dark: 'oklch(0.76 0.03 285)' },
    'color-border': { light: 'oklch(0.37 0.05 285)', dark: 'oklch(0.31 0.04 285)' },
    'color-border-strong': { light: 'oklch(0.66 0.07 285)', dark: 'oklch(0.6 0.07 285)' },
    'color-accent': { light: 'oklch(0.85 0.13 195)', dark: 'oklch(0.83 0.13 195)' },
    'color-focus': 'var(--licet-color-accent)',
    'color-accent-soft': { light: 'oklch(0.3 0.05 230)', dark: 'oklch(0.24 0.045 230)' },
    'color-danger': { light: 'oklch(0.8 0.12 10)', dark: 'oklch(0.78 0.13 10)' },
    'color-danger-soft': { light: 'oklch(0.3 0.06 10)', dark: 'oklch(0.25 0.055 10)' },
    'color-inserted': { light: 'oklch(0.36 0.06 165)', dark: 'oklch(0.31 0.055 165)' },
    'color-deleted': { light: 'oklch(0.37 0.075 5)', dark: 'oklch(0.32 0.07 5)' },
    'color-decision-surface': { light: 'oklch(0.32 0.055 285)', dark: 'oklch(0.245 0.04 285)' },
    'color-decision-hover': { light: 'oklch(0.38 0.065 285)', dark: 'oklch(0.31 0.05 285)' },
    'color-decision-text': { light: 'oklch(0.97 0.01 285)', dark: 'oklch(0.95 0.01 285)' },
    'color-decision-border': { light: 'oklch(0.7 0.1 290)', dark: 'oklch(0.63 0.1 290)' },
    'color-backdrop': { light: 'oklch(0.08 0.03 285 / 0.7)', dark: 'oklch(0.03 0.01 285 / 0.8)' },
    'color-shadow': { light: 'oklch(0.75 0.15 290 / 0.18)', dark: 'oklch(0.7 0.15 290 / 0.14)' },
    'font-family': "'Avenir Next', Avenir, Montserrat, Corbel, 'URW Gothic', sans-serif",
    'font-family-heading': "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', monospace",
    'font-weight-heading': '500',
    'font-scale': '1.18',
    radius: '16px',
    'radius-control': '8px',
    duration: '180ms',
  },
  { icons: ICONS },
)
