import type { KnownTag } from '../../../src/core/tags.ts'
import type { KnownUsecase } from '../../../src/core/usecases.ts'
import type { AgreementInput, Template } from '../../../src/terms/index.ts'

/** The key in `localStorage` under which the terms playground keeps its draft, as the JSON of {@link TermsDraft}. */
export const KEPT_DRAFT_KEY = 'licet.workshop.terms'

/** The name of the template that is an outline for the person's own text. */
export const OWN_TEXT = 'own'

/** The texts of a draft in one language. */
export interface DraftTexts {
  /** The wording as a Markdown template. Absent: the shipped wording. */
  readonly wording?: string | undefined
  /** What the title calls the data. Empty or absent: the kinds of data. */
  readonly subject?: string | undefined
  /** The reward, or an empty text for none. */
  readonly compensation: string
  readonly jurisdiction: string
}

/** What a person writes in the terms playground, as it was saved or is being changed. */
export interface DraftContent {
  /** The name of a shipped template, or {@link OWN_TEXT}. */
  readonly template: string
  readonly company: { readonly name: string; readonly termsUrl: string; readonly privacyUrl: string; readonly contact: string }
  readonly tags: readonly KnownTag[]
  /** The purposes that are part of the license, and those that the person may turn on. */
  readonly needed: readonly KnownUsecase[]
  readonly optional: readonly KnownUsecase[]
  /** Host names, separated by commas. Empty: the host of the privacy policy. */
  readonly recipients: string
  /** How long the license lasts. `null` for no end. */
  readonly months: number | null
  /** By language. */
  readonly texts: Readonly<Record<string, DraftTexts>>
}

/** A draft with its last saved version. */
export interface TermsDraft extends DraftContent {
  readonly saved?: { readonly version: number; readonly atMs: number; readonly content: DraftContent } | undefined
}

/** The draft with which the playground begins. */
export const FIRST_DRAFT: TermsDraft = {
  template: 'rewards',
  company: {
    name: 'Pomelo',
    termsUrl: 'https://pomelo.example/terms',
    privacyUrl: 'https://pomelo.example/privacy',
    contact: 'privacy@pomelo.example',
  },
  tags: ['purchase_history', 'physical_receipt', 'email_receipt'],
  needed: ['analytics'],
  optional: ['personalization', 'retargeting'],
  recipients: '',
  months: 12,
  texts: {
    en: { subject: 'receipts', compensation: '200 points, once', jurisdiction: 'Ireland' },
    es: { subject: 'recibos', compensation: '200 puntos, una sola vez', jurisdiction: 'Irlanda' },
    de: { subject: 'Belege', compensation: '200 Punkte, einmalig', jurisdiction: 'Irland' },
    fr: { subject: 'tickets de caisse', compensation: '200 points, une seule fois', jurisdiction: 'Irlande' },
    'pt-BR': { subject: 'recibos', compensation: '200 pontos, uma única vez', jurisdiction: 'Irlanda' },
    ja: { subject: 'レシート', compensation: '200ポイント（一度限り）', jurisdiction: 'アイルランド' },
    he: { subject: 'קבלות', compensation: '200 נקודות, פעם אחת', jurisdiction: 'אירלנד' },
    ar: { subject: 'الإيصالات', compensation: '200 نقطة، مرة واحدة', jurisdiction: 'أيرلندا' },
  },
}

/** Returns whether another company still has an address of the sample company, which would be part of its contract. */
export function hasSampleAddress({ company }: DraftContent): boolean {
  const { name, ...addresses } = company
  return name !== FIRST_DRAFT.company.name && Object.values(addresses).some((address) => address.includes('pomelo.example'))
}

/** Returns the version that the texts of a draft get: 1 before the first save. */
export function versionOf({ saved }: TermsDraft): number {
  return saved?.version ?? 1
}

/** Returns the texts of a draft in a language. */
export function textsIn({ texts }: DraftContent, locale: string): DraftTexts {
  return texts[locale] ?? { compensation: '', jurisdiction: '' }
}

/** Returns the draft with other texts in a language. */
export function withTexts(draft: TermsDraft, locale: string, texts: Partial<DraftTexts>): TermsDraft {
  return { ...draft, texts: { ...draft.texts, [locale]: { ...textsIn(draft, locale), ...texts } } }
}

/** Returns the agreement of a draft in a language, without its template. Only the title, the reward and the law differ between languages. */
export function toAgreementTexts(draft: DraftContent, locale: string): Omit<AgreementInput, 'template'> {
  const { subject = '', compensation, jurisdiction } = textsIn(draft, locale)
  const destinations = draft.recipients.split(/[\s,]+/).filter((host) => host !== '')
  const { contact, ...company } = draft.company
  return {
    company: { ...company, ...(contact !== '' && { contact }) },
    ...(subject !== '' && { subject }),
    jurisdiction,
    compensation: compensation === '' ? null : compensation,
    expiry: draft.months === null ? null : { months: draft.months },
    tags: draft.tags,
    purposes: [...draft.needed, ...draft.optional.map((usecase) => ({ usecase, necessary: false }))],
    ...(destinations.length > 0 && { destinations }),
  }
}

/** Returns the agreement of a draft in a language. */
export function toAgreementInput(draft: DraftContent, locale: string, template: Template): AgreementInput {
  return { ...toAgreementTexts(draft, locale), template }
}

/** Keeps the draft in this browser. Without storage, it lasts until the page closes. */
export function keepDraft(draft: TermsDraft): void {
  try {
    localStorage.setItem(KEPT_DRAFT_KEY, JSON.stringify(draft))
  } catch {
    // The browser blocks storage, or it is full.
  }
}

/** Returns the draft that was kept, or the first draft when there is none or it is damaged. */
export function readKeptDraft(): TermsDraft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT_DRAFT_KEY) ?? 'null')
    return isDraft(kept) ? kept : FIRST_DRAFT
  } catch {
    return FIRST_DRAFT
  }
}

function isDraft(kept: unknown): kept is TermsDraft {
  if (typeof kept !== 'object' || kept === null) return false
  return Object.entries(FIRST_DRAFT).every(([name, value]) => {
    const own: unknown = Reflect.get(kept, name)
    return name === 'months'
      ? own === null || typeof own === 'number'
      : typeof own === typeof value && Array.isArray(own) === Array.isArray(value)
  })
}
