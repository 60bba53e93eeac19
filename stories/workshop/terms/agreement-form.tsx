import type { ReactNode } from 'react'
import { TAGS } from '../../../src/core/tags.ts'
import { type KnownUsecase, USECASES } from '../../../src/core/usecases.ts'
import { Field } from '../shared/field.tsx'
import { languageName } from '../shared/language-name.ts'
import { toLabel } from '../shared/to-label.ts'
import { type DraftContent, hasSampleAddress, OWN_TEXT, type TermsDraft, textsIn, withTexts } from './draft.ts'
import { describeSample, sampleTextsOf } from './sample-texts.ts'
import { localesOf, TEMPLATES, wordsIn } from './template-library.ts'

/** Props of {@link AgreementForm}. */
export interface AgreementFormProps {
  readonly draft: TermsDraft
  readonly locale: string
  readonly onChange: (draft: TermsDraft) => void
  readonly onLocale: (locale: string) => void
}

/** The model of an agreement as a form. What differs between languages is shown for one language. */
export function AgreementForm({ draft, locale, onChange, onLocale }: AgreementFormProps): ReactNode {
  const set = (changed: Partial<DraftContent>) => onChange({ ...draft, ...changed })
  const setCompany = (changed: Partial<DraftContent['company']>) => set({ company: { ...draft.company, ...changed } })
  const texts = textsIn(draft, locale)
  const sample = sampleTextsOf(draft).find((one) => one.locale === locale)
  const { company } = draft
  return (
    <>
      <h2>Agreement</h2>
      <Field label="Template">
        {(ids) => (
          <select {...ids} value={draft.template} onChange={({ target }) => onChange(withTemplate(draft, target.value))}>
            {[...TEMPLATES.keys()].map((name) => (
              <option key={name} value={name}>
                {name === OWN_TEXT ? 'Your own text' : toLabel(name)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Language">
        {(ids) => (
          <select {...ids} value={locale} onChange={({ target }) => onLocale(target.value)}>
            {localesOf(draft).map((one) => (
              <option key={one} value={one}>
                {languageName(one)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField label="Company" value={company.name} onChange={(name) => setCompany({ name })} />
      <TextField
        label="Data in the title"
        placeholder="your data"
        locale={locale}
        value={texts.subject ?? ''}
        onChange={(subject) => onChange(withTexts(draft, locale, { subject }))}
      />
      <Group label="Data" count={draft.tags.length}>
        <Choices
          label="Data"
          options={TAGS.map((tag) => [tag, wordsIn(locale).tags[tag]])}
          chosen={draft.tags}
          onChange={(tags) => set({ tags })}
        />
      </Group>
      <Group label="Part of the license" count={draft.needed.length}>
        <Purposes draft={draft} locale={locale} side="needed" onChange={set} />
      </Group>
      <Group label="Their choice" count={draft.optional.length}>
        <Purposes draft={draft} locale={locale} side="optional" onChange={set} />
      </Group>
      <TextField
        label="Who gets it"
        placeholder={hostOf(company.privacyUrl)}
        value={draft.recipients}
        onChange={(recipients) => set({ recipients })}
      />
      <Field label="Until">
        {(ids) => (
          <select
            {...ids}
            value={draft.months ?? ''}
            onChange={({ target }) => set({ months: target.value === '' ? null : Number(target.value) })}
          >
            {[1, 3, 6, 12, 24, 36].map((months) => (
              <option key={months} value={months}>
                {months === 1 ? '1 month' : `${months} months`}
              </option>
            ))}
            <option value="">No end</option>
          </select>
        )}
      </Field>
      <TextField
        label="Reward"
        placeholder="None"
        locale={locale}
        value={texts.compensation}
        onChange={(compensation) => onChange(withTexts(draft, locale, { compensation }))}
      />
      <TextField
        label="Law"
        locale={locale}
        value={texts.jurisdiction}
        onChange={(jurisdiction) => onChange(withTexts(draft, locale, { jurisdiction }))}
      />
      {sample && <p role="status">{describeSample(languageName(locale), sample)} Write your own.</p>}
      {hasSampleAddress(draft) && (
        <p role="status">
          Addresses are still those of the sample company. Open “Addresses” and write those of {company.name || 'the company'}.
        </p>
      )}
      <details className="more">
        <summary>Addresses</summary>
        <TextField label="Contact" value={company.contact} onChange={(contact) => setCompany({ contact })} />
        <TextField label="Terms of service" value={company.termsUrl} onChange={(termsUrl) => setCompany({ termsUrl })} />
        <TextField label="Privacy policy" value={company.privacyUrl} onChange={(privacyUrl) => setCompany({ privacyUrl })} />
      </details>
    </>
  )
}

function TextField({
  label,
  value,
  locale,
  placeholder,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly locale?: string
  readonly placeholder?: string | undefined
  readonly onChange: (value: string) => void
}): ReactNode {
  return (
    <Field label={label}>
      {(ids) => (
        <input
          {...ids}
          type="text"
          lang={locale}
          dir="auto"
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** A list that opens below its label. */
function Group({
  label,
  count,
  children,
}: {
  readonly label: string
  readonly count: number
  readonly children: ReactNode
}): ReactNode {
  return (
    <details className="group">
      <summary>
        {label}
        <span className="group-count">{count}</span>
      </summary>
      {children}
    </details>
  )
}

/** The purposes on one side. A purpose that is turned on here is turned off on the other side. */
function Purposes({
  draft,
  locale,
  side,
  onChange,
}: {
  readonly draft: DraftContent
  readonly locale: string
  readonly side: 'needed' | 'optional'
  readonly onChange: (changed: Partial<DraftContent>) => void
}): ReactNode {
  const other = side === 'needed' ? 'optional' : 'needed'
  const set = (chosen: readonly KnownUsecase[]) =>
    onChange({ [side]: chosen, [other]: draft[other].filter((usecase) => !chosen.includes(usecase)) })
  const { usecases } = wordsIn(locale)
  return (
    <Choices
      label={side}
      options={USECASES.map((usecase) => [usecase, usecases[usecase][0]])}
      chosen={draft[side]}
      onChange={set}
    />
  )
}

function Choices<Value extends string>({
  label,
  options,
  chosen,
  onChange,
}: {
  readonly label: string
  readonly options: readonly (readonly [value: Value, name: string])[]
  readonly chosen: readonly Value[]
  readonly onChange: (chosen: readonly Value[]) => void
}): ReactNode {
  return (
    <ul className="choices" aria-label={label}>
      {options.map(([value, name]) => (
        <li key={value}>
          <label>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ target }) => onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))}
            />
            {name}
          </label>
        </li>
      ))}
    </ul>
  )
}

/** The purpose that a template is about. */
const PURPOSE_OF: Readonly<Record<string, KnownUsecase>> = { 'ai-training': 'ai_training' }

/** Another template has other wordings. The rest of the draft stays, and the purpose that the template names is added. */
function withTemplate(draft: TermsDraft, template: string): TermsDraft {
  const texts = Object.entries(draft.texts).map(([locale, { wording, ...rest }]) => [locale, rest])
  const purpose = PURPOSE_OF[template]
  const isMissing = purpose !== undefined && !draft.needed.includes(purpose) && !draft.optional.includes(purpose)
  const optional = isMissing ? [...draft.optional, purpose] : draft.optional
  return { ...draft, template, optional, texts: Object.fromEntries(texts) }
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined
}
