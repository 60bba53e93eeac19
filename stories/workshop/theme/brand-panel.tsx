import { type ReactNode, useState } from 'react'
import { formatHex, parseColor } from '../../../src/theme/color.ts'
import { DENSITIES } from '../../../src/theme/density.ts'
import { completeTokens, readValue } from '../../../src/theme/formats/token-values.ts'
import type { Density, Theme } from '../../../src/theme/index.ts'
import { SHIPPED_THEMES } from '../../../src/theme/shipped-themes.ts'
import type { ThemeChoices } from '../kept-theme.ts'
import { Field, Segments } from '../shared/field.tsx'
import { toLabel } from '../shared/to-label.ts'
import { FontField } from './font-field.tsx'
import { LogoField } from './logo-field.tsx'

const MAX_RADIUS_PX = 28

/** Props of {@link BrandPanel}. */
export interface BrandPanelProps {
  readonly choices: ThemeChoices
  readonly theme: Theme
  /** `control` names the control that was used. */
  readonly onChange: (choices: ThemeChoices, control: string) => void
}

/** The controls of a brand: theme to start from, color, logo, font, corners and density. */
export function BrandPanel({ choices, theme, onChange }: BrandPanelProps): ReactNode {
  const set = (changed: Partial<ThemeChoices>, control: string) => onChange({ ...choices, ...changed }, control)
  const tokens = completeTokens(theme)
  const radius = choices.radius ?? Math.min(MAX_RADIUS_PX, Number.parseFloat(readValue(tokens, 'radius', 'light')) || 0)
  return (
    <>
      <Field label="Start from">
        {(ids) => (
          <select
            {...ids}
            value={choices.base ?? ''}
            onChange={(event) =>
              onChange({ base: event.target.value || undefined, brand: choices.brand, logo: choices.logo }, 'base')
            }
          >
            <option value="">Licet</option>
            {Object.keys(SHIPPED_THEMES).map((name) => (
              <option key={name} value={name}>
                {toLabel(name)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <BrandColor
        brand={choices.brand}
        accent={readValue(tokens, 'color-accent', 'light')}
        onChange={(brand) => set({ brand }, 'brand')}
      />
      <LogoField logo={choices.logo} onChange={(logo) => set({ logo }, 'logo')} />
      <FontField font={choices.font} onChange={(font) => set({ font }, 'font')} />
      <Field label="Corners">
        {(ids) => (
          <span className="range">
            <input
              {...ids}
              type="range"
              min={0}
              max={MAX_RADIUS_PX}
              step={1}
              value={radius}
              onChange={(event) => set({ radius: Number(event.target.value) }, 'radius')}
            />
            <output htmlFor={ids.id}>{radius} px</output>
          </span>
        )}
      </Field>
      <Segments<Density>
        label="Density"
        options={[
          { value: 'compact', label: 'Compact' },
          { value: 'regular', label: 'Regular' },
          { value: 'roomy', label: 'Roomy' },
        ]}
        value={choices.density ?? densityOf(theme)}
        onChange={(density) => set({ density }, 'density')}
      />
    </>
  )
}

function BrandColor({
  brand,
  accent,
  onChange,
}: {
  readonly brand: string | undefined
  readonly accent: string
  readonly onChange: (brand: string | undefined) => void
}): ReactNode {
  const [typed, setTyped] = useState<string>()
  const isWrong = typed !== undefined && typed !== '' && parseColor(typed) === undefined
  const hex = toHex(brand ?? accent)
  return (
    <Field label="Brand color" error={isWrong ? 'This is not a color. Write a value such as #b4430f.' : undefined}>
      {(ids) => (
        <span className="color">
          <input
            type="text"
            aria-label="Brand color as text"
            aria-describedby={ids['aria-describedby']}
            aria-invalid={isWrong}
            spellCheck={false}
            value={typed ?? brand ?? hex}
            onChange={({ target: { value } }) => {
              setTyped(value)
              if (value === '') onChange(undefined)
              else if (parseColor(value) !== undefined) onChange(value)
            }}
            onBlur={() => setTyped(undefined)}
          />
          <input id={ids.id} type="color" value={hex} onChange={(event) => onChange(event.target.value)} />
        </span>
      )}
    </Field>
  )
}

/** Returns the density whose tokens the theme has. */
function densityOf(theme: Theme): Density | undefined {
  const tokens = completeTokens(theme)
  const found = Object.entries(DENSITIES).find(
    ([, own]) => tokens['space-4'] === own['space-4'] && tokens['space-2'] === own['space-2'],
  )
  return found?.[0] as Density | undefined
}

function toHex(color: string): string {
  const parsed = parseColor(color)
  return parsed === undefined ? '#000000' : formatHex({ ...parsed, alpha: 1 })
}
