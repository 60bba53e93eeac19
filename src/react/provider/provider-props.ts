import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AnyClientConfig, ServiceClient } from '../../client/index.ts'
import type { ConsentState } from '../../core/consent-flow.ts'
import type { Messages } from '../../locales/format/messages.ts'
import type { ConsentProviderEvent } from '../store/consent-events.ts'
import type { Appearance } from './appearance.ts'

/** The props that every form of {@link ConsentProviderProps} has. */
interface CommonProps {
  readonly children?: ReactNode
  /**
   * Language of the interface, a BCP 47 tag. Default: the language of `messages`, or English.
   *
   * Without `messages`, the words of the language load in the browser, and with them the shipped template of the same name in that
   * language, where there is one. Until then the status is `checking`.
   */
  readonly locale?: string | undefined
  /** The catalog of the language, from `licet/locales/<locale>`. With it, `locale` loads nothing. */
  readonly messages?: Messages | undefined
  /** Theme, variables and class names of every part below. Default: the theme of `licet/styles.css`. */
  readonly appearance?: Appearance | undefined
  /** The TanStack Query client of the host app. Default: a client that only the kit uses. */
  readonly queryClient?: QueryClient | undefined
  /**
   * The CSP nonce of the page. With it, HTML from a server contains `appearance.variables` in a style element with that nonce. Without it,
   * the variables are set by script.
   */
  readonly nonce?: string | undefined
  /**
   * What the last visit ended with, for HTML from a server: the result of `readConsentHint()`. Without it, nothing that looks like a
   * question appears until the device is read.
   */
  readonly hint?: string | null | undefined
  /**
   * Whether the provider keeps the cookie that `hint` is read from. Default: `true` if `hint` is set, even to `null`, otherwise `false`.
   */
  readonly hintCookie?: boolean | undefined
  /** Weight of a change as the company declares it. It can only make a change material: a change that the rules find material stays so. */
  readonly updateWeight?: 'minor' | 'material' | undefined
  /** Called once for each change that analytics or an audit may need; see {@link ConsentProviderEvent}. */
  readonly onEvent?: ((event: ConsentProviderEvent) => void) | undefined
}

/** The configuration of a client, in which the person may be missing. */
export type ConfigWithoutUser = Omit<AnyClientConfig, 'userId'> & { readonly userId?: string | undefined }

/** Props of {@link ConsentProvider}: a client, the configuration of a client, or a preview without a client. */
export type ConsentProviderProps = CommonProps &
  (
    | {
        /** An existing client. The provider subscribes to it and never closes it. */
        readonly client: ServiceClient
        readonly config?: undefined
        readonly userId?: undefined
        readonly preview?: undefined
      }
    | {
        readonly client?: undefined
        /** Service, provider, agreement and person. The provider creates a client from it, opens and closes it. */
        readonly config: AnyClientConfig
        /** The id of the person in the host app, instead of `config.userId`. */
        readonly userId?: string | undefined
        readonly preview?: undefined
      }
    | {
        readonly client?: undefined
        /** The agreement to preview. Default: a sample agreement. Nothing is sent to the service of the configuration. */
        readonly config?: ConfigWithoutUser | undefined
        readonly userId?: string | undefined
        /**
         * Shows the components in this state, for tests and stories of the host app. There is no service and no storage; Accept, Decline
         * and withdrawal work locally. The children render after the code of the preview has loaded.
         */
        readonly preview: ConsentState
      }
    // The last form, so that the error of a provider without a person is about `userId`.
    | {
        readonly client?: undefined
        /**
         * Service, provider and agreement. The provider creates a client from it, opens and closes it. An inline object is the same
         * configuration as long as its content is the same.
         */
        readonly config: ConfigWithoutUser
        /** The id of the person in the host app. Another id closes the client and opens a new one. Default: `config.userId`. */
        readonly userId: string
        readonly preview?: undefined
      }
  )
