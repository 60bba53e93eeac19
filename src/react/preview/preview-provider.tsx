'use client'

import { type ComponentType, type ReactElement, useMemo } from 'react'
import type { ConsentState } from '../../core/consent-flow.ts'
import type { ConsentProviderProps } from '../provider/provider-props.ts'
import type { StoreProviderProps } from '../provider/store-provider.tsx'
import type { ConsentStore } from '../store/consent-store.ts'
import { createPreviewStore, toPreviewConfig } from './preview-store.ts'

/** What a preview shares with the page that loads it. As arguments, and not as imports, they stay in the first file of an app. */
export interface PreviewParts {
  readonly Provider: ComponentType<StoreProviderProps>
  readonly Store: typeof ConsentStore
}

/** Props of {@link PreviewProvider}. */
export type PreviewProviderProps = Extract<ConsentProviderProps, { readonly preview: ConsentState }> & {
  readonly parts: PreviewParts
}

/** A `ConsentProvider` without a service and without storage, in one state of the consent flow. */
export default function PreviewProvider({ parts, ...props }: PreviewProviderProps): ReactElement {
  const { preview } = props
  const config = useMemo(() => toPreviewConfig(props.config, preview), [props.config, preview])
  return <parts.Provider {...props} config={config} createStore={createPreviewStore(parts.Store, preview)} />
}
