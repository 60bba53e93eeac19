import { defineTheme, type ThemeIcons } from '../theme.ts'

/** From the printing house: a newspaper, a star, an hourglass, an envelope, a seal and a pilcrow. */
const ICONS: ThemeIcons = {
  data: 'M3 4h11v11.5a1.5 1.5 0 0 0 3 0V7.5h-3M3 4v11.5A1.5 1.5 0 0 0 4.5 17h11M5.5 7h6v3h-6zM5.5 12.5h6M5.5 14.7h6',
  reward: 'm10 2.8 2.1 4.9 5.2.5-3.9 3.5 1.1 5.3-4.5-2.8L5.5 17l1.1-5.3-3.9-3.5 5.2-.5z',
  duration:
    'M5.5 3h9M5.5 17h9M6.7 3v2.6c0 1.8 3.3 3.2 3.3 4.4s-3.3 2.6-3.3 4.4V17M13.3 3v2.6c0 1.8-3.3 3.2-3.3 4.4s3.3 2.6 3.3 4.4V17',
  recipients: 'M2.5 5h15v10.5h-15zM2.5 5l7.5 6 7.5-6',
  check: 'M4 11c1.5.8 2.6 2 3.6 4C9.5 10 12 6.8 16.5 4',
  lock: 'M10 12a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM7.2 11.2 5.5 17.5l4.5-2.3 4.5 2.3-1.7-6.3M8.2 7.6l1.3 1.3 2.3-2.6',
  terms: 'M14.8 3.5H8.6a3.6 3.6 0 0 0 0 7.2h1.6M10.2 3.5V17M13 3.5V17',
}

/** Serif type on newsprint, large titles, no corners, and thin black rules. For newspapers, publishers and museums. */
export const editorial = defineTheme(
  {
    'color-surface': { light: 'oklch(0.978 0.006 95)', dark: 'oklch(0.2 0.006 80)' },
    'color-sunken': { light: 'oklch(0.945 0.009 95)', dark: 'oklch(0.245 0.008 80)' },
    'color-text': { light: 'oklch(0.2 0.006 80)', dark: 'oklch(0.93 0.01 90)' },
    'color-muted': { light: 'oklch(0.43 0.01 80)', dark: 'oklch(0.78 0.012 90)' },
    'color-border': { light: 'oklch(0.3 0.006 80)', dark: 'oklch(0.62 0.01 90)' },
    'color-border-strong': { light: 'oklch(0.3 0.006 80)', dark: 'oklch(0.72 0.012 90)' },
    'color-accent': { light: 'oklch(0.42 0.15 25)', dark: 'oklch(0.8 0.1 35)' },
    'color-link': { light: 'oklch(0.42 0.15 25)', dark: 'oklch(0.845 0.087 35)' },
    'color-mark': 'var(--licet-color-accent-soft)',
    'color-mark-text': 'var(--licet-color-accent)',
    'color-focus': 'var(--licet-color-accent)',
    'color-accent-soft': { light: 'oklch(0.94 0.018 60)', dark: 'oklch(0.28 0.03 40)' },
    'color-danger': { light: 'oklch(0.45 0.18 28)', dark: 'oklch(0.8 0.115 28)' },
    'color-danger-soft': { light: 'oklch(0.945 0.022 40)', dark: 'oklch(0.275 0.045 28)' },
    'color-inserted': { light: 'oklch(0.925 0.045 130)', dark: 'oklch(0.33 0.045 130)' },
    'color-deleted': { light: 'oklch(0.925 0.035 35)', dark: 'oklch(0.345 0.055 30)' },
    'color-decision-surface': { light: 'oklch(0.978 0.006 95)', dark: 'oklch(0.2 0.006 80)' },
    'color-decision-hover': { light: 'oklch(0.925 0.011 95)', dark: 'oklch(0.29 0.01 80)' },
    'color-decision-text': { light: 'oklch(0.2 0.006 80)', dark: 'oklch(0.93 0.01 90)' },
    'color-decision-border': { light: 'oklch(0.2 0.006 80)', dark: 'oklch(0.93 0.01 90)' },
    'color-backdrop': { light: 'oklch(0.2 0.006 80 / 0.6)', dark: 'oklch(0.06 0.004 80 / 0.75)' },
    'color-shadow': { light: 'oklch(0.2 0.006 80 / 0.08)', dark: 'oklch(0.02 0.004 80 / 0.4)' },
    'font-family': "'Iowan Old Style', 'Palatino Linotype', 'URW Palladio L', P052, serif",
    'font-family-heading': "Didot, 'Bodoni MT', 'Noto Serif Display', 'URW Palladio L', P052, serif",
    'font-weight-heading': '500',
    'font-size': '1.0625rem',
    'font-scale': '1.3',
    'font-line-height-text': '1.75',
    'font-measure': '34rem',
    radius: '0px',
    'radius-control': '0px',
    'icon-stroke': '1',
    duration: '200ms',
  },
  { icons: ICONS },
)
