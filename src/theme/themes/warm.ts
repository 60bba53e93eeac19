import { DENSITIES } from '../density.ts'
import { defineTheme, type ThemeIcons } from '../theme.ts'

/** Round and a little uneven, as if drawn by hand: a till receipt, a present, a calendar and a shop. */
const ICONS: ThemeIcons = {
  data: 'M5 4.2A1.2 1.2 0 0 1 6.2 3h7.6A1.2 1.2 0 0 1 15 4.2V17l-1.7-1.4-1.6 1.4L10 15.6 8.3 17l-1.6-1.4L5 17zM8 7.2h4M8 10.6h4',
  reward:
    'M4.5 10v5.2A1.8 1.8 0 0 0 6.3 17h7.4a1.8 1.8 0 0 0 1.8-1.8V10M4.2 6.8h11.6A1.2 1.2 0 0 1 17 8v.8a1.2 1.2 0 0 1-1.2 1.2H4.2A1.2 1.2 0 0 1 3 8.8V8a1.2 1.2 0 0 1 1.2-1.2ZM10 6.8V17M10 6.8C8 6.8 6.3 6 6.3 4.6A1.6 1.6 0 0 1 7.9 3C9.5 3 10 5 10 6.8c0-1.8.5-3.8 2.1-3.8a1.6 1.6 0 0 1 1.6 1.6c0 1.4-1.7 2.2-3.7 2.2',
  duration:
    'M6 4.5h8A2.5 2.5 0 0 1 16.5 7v7.5A2.5 2.5 0 0 1 14 17H6a2.5 2.5 0 0 1-2.5-2.5V7A2.5 2.5 0 0 1 6 4.5ZM7 2.8v3.4M13 2.8v3.4M7 10.5h.01M10 10.5h.01M13 10.5h.01M7 13.5h.01M10 13.5h.01',
  recipients:
    'M4.5 10v5.5A1.5 1.5 0 0 0 6 17h8a1.5 1.5 0 0 0 1.5-1.5V10M3 7.5l1.6-3.9a1 1 0 0 1 .9-.6h9a1 1 0 0 1 .9.6L17 7.5a2.3 2.3 0 0 1-4.67 0 2.33 2.33 0 0 1-4.66 0A2.3 2.3 0 0 1 3 7.5ZM8 17v-2.5a2 2 0 0 1 4 0V17',
  check: 'M4 10.8c1.6.9 2.8 2 3.8 3.7C9.6 10.7 12 8 16 5.5',
  lock: 'M6.5 9h7a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 5 15.5v-5A1.5 1.5 0 0 1 6.5 9ZM7 9V6a3 3 0 0 1 6 0v3M10 12.5v1',
  terms: 'M6.5 3H11l4 4v8.5a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 5 15.5v-11A1.5 1.5 0 0 1 6.5 3ZM8 10.5h4M8 13.5h4',
}

/** Cream paper, terracotta and round buttons, with the dashed lines of a till receipt. For shops, food and communities. */
export const warm = defineTheme(
  {
    'color-surface': { light: 'oklch(0.985 0.012 85)', dark: 'oklch(0.225 0.014 55)' },
    'color-sunken': { light: 'oklch(0.955 0.02 80)', dark: 'oklch(0.27 0.018 55)' },
    'color-text': { light: 'oklch(0.28 0.03 50)', dark: 'oklch(0.94 0.014 80)' },
    'color-muted': { light: 'oklch(0.47 0.035 50)', dark: 'oklch(0.8 0.025 75)' },
    'color-border': { light: 'oklch(0.82 0.045 55)', dark: 'oklch(0.43 0.035 55)' },
    'color-border-strong': { light: 'oklch(0.58 0.06 55)', dark: 'oklch(0.66 0.05 65)' },
    'color-accent': { light: 'oklch(0.48 0.13 38)', dark: 'oklch(0.79 0.11 55)' },
    'color-link': { light: 'oklch(0.42 0.13 38)', dark: 'oklch(0.86 0.089 55)' },
    'color-mark': 'var(--licet-color-accent-soft)',
    'color-mark-text': 'var(--licet-color-accent)',
    'color-focus': 'var(--licet-color-accent)',
    'color-accent-soft': { light: 'oklch(0.945 0.03 65)', dark: 'oklch(0.3 0.04 45)' },
    'color-danger': { light: 'oklch(0.46 0.165 22)', dark: 'oklch(0.79 0.115 20)' },
    'color-danger-soft': { light: 'oklch(0.95 0.025 22)', dark: 'oklch(0.285 0.045 20)' },
    'color-inserted': { light: 'oklch(0.93 0.06 140)', dark: 'oklch(0.35 0.055 140)' },
    'color-deleted': { light: 'oklch(0.93 0.045 30)', dark: 'oklch(0.36 0.065 25)' },
    'color-decision-surface': { light: 'oklch(0.925 0.035 75)', dark: 'oklch(0.33 0.03 55)' },
    'color-decision-hover': { light: 'oklch(0.895 0.045 72)', dark: 'oklch(0.38 0.035 55)' },
    'color-decision-text': { light: 'oklch(0.28 0.03 50)', dark: 'oklch(0.95 0.014 80)' },
    'color-decision-border': { light: 'oklch(0.58 0.06 55)', dark: 'oklch(0.66 0.05 65)' },
    'color-backdrop': { light: 'oklch(0.3 0.04 45 / 0.5)', dark: 'oklch(0.1 0.02 45 / 0.7)' },
    'color-shadow': { light: 'oklch(0.35 0.06 45 / 0.16)', dark: 'oklch(0.06 0.02 45 / 0.5)' },
    ...DENSITIES.roomy,
    'font-family': "Seravek, 'Gill Sans Nova', Ubuntu, Calibri, 'DejaVu Sans', sans-serif",
    'font-weight-heading': '600',
    'font-scale': '1.25',
    'font-measure': '36rem',
    radius: '20px',
    'radius-control': '999px',
    'border-style': 'dashed',
    'icon-stroke': '1.75',
  },
  { icons: ICONS },
)
