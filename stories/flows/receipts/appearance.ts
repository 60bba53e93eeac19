import icon from './icon.svg'

/** Sets the tokens of the kit to the colors of Pomelo, which follow the color scheme. */
export const appearance = {
  logo: icon,
  variables: {
    'color-surface': 'var(--paper)',
    'color-sunken': 'var(--shade)',
    'color-text': 'var(--ink)',
    'color-muted': 'var(--quiet)',
    'color-border': 'var(--line)',
    'color-border-strong': 'var(--edge)',
    'color-accent': 'var(--fruit)',
    'color-link': 'var(--rind)',
    'color-accent-soft': 'var(--leaf)',
    'color-decision-surface': 'var(--wood)',
    'color-decision-hover': 'var(--line)',
    'color-decision-text': 'var(--ink)',
    'color-decision-border': 'var(--edge)',
  },
}
