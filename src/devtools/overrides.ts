import { Subscribable } from '../client/snapshot/subscribable.ts'
import type { ConsentState } from '../core/consent-flow.ts'
import type { ChangedProps } from '../react/developer/devtools-link.ts'
import { createPreviewStore, toPreviewConfig } from '../react/preview/preview-store.ts'
import { SAMPLE_CONFIG } from '../react/preview/sample-config.ts'
import type { ConfigWithoutUser, ConsentProviderProps } from '../react/provider/provider-props.ts'
import { ConsentStore } from '../react/store/consent-store.ts'
import { isPreparedText } from '../terms/prepared/prepared-agreement.ts'

/** What the devtools replace in every provider of the page. A missing member leaves the prop of the app. */
export interface Overrides {
  /** Shows the kit in this state, with the preview of `ConsentProvider`. */
  readonly state?: ConsentState | undefined
  readonly userId?: string | undefined
  readonly locale?: string | undefined
  readonly theme?: 'light' | 'dark' | undefined
  /** Direction of the page and of every part of the kit. */
  readonly direction?: 'ltr' | 'rtl' | undefined
}

export const overrides = new Subscribable<Overrides>({})

/** Changes some overrides. `undefined` returns to the prop of the app. */
export function override(change: Overrides): void {
  overrides.set({ ...overrides.get(), ...change })
}

/** Returns the props of a provider with the overrides. */
export function changeProps(props: ConsentProviderProps): ChangedProps {
  const { state, userId, locale, theme } = overrides.get()
  const changed: ConsentProviderProps = {
    ...props,
    ...(locale !== undefined && { locale, messages: undefined }),
    ...(theme !== undefined && { appearance: { ...props.appearance, theme } }),
  }
  if (state !== undefined && props.preview === undefined) return toPreview(changed, state)
  return userId !== undefined && props.config !== undefined ? ({ ...changed, userId } as ConsentProviderProps) : changed
}

// The user id tells the provider that this is another store. A preview keeps no hint: the next visit has to read the real one.
function toPreview({ client, ...props }: ConsentProviderProps, state: ConsentState): ChangedProps {
  const config = toPreviewConfig(props.config ?? configOf(client), state)
  return {
    ...props,
    hint: undefined,
    hintCookie: false,
    preview: undefined,
    config,
    userId: `devtools ${state}`,
    createStore: createPreviewStore(ConsentStore, state),
  }
}

function configOf(client: ConsentProviderProps['client']): ConfigWithoutUser {
  if (client === undefined) return SAMPLE_CONFIG
  const { agreement } = client
  return { ...SAMPLE_CONFIG, agreement: isPreparedText(agreement) ? { ...agreement, template: undefined } : agreement }
}
