import * as v from 'valibot'
import { ORIGIN } from '../../core/license-request.ts'
import { MAX_DESCRIPTION_CHARS, MAX_LISTED, MAX_ORIGIN_CHARS, MAX_PTR_CHARS } from '../../core/limits.ts'
import { TAGS } from '../../core/tags.ts'
import { USECASES } from '../../core/usecases.ts'
import { described, filled, listOf, request, time, words } from '../declare.ts'

/** The members of a use object, which the service stores as they were signed. */
export const useMembers = {
  usecases: words('Permitted use cases. `*` means all.', { minItems: 1, examples: [USECASES] }),
  destinations: words('Permitted destinations, usually host names. `*` means all.', {
    minItems: 1,
    examples: [['data.example.com']],
  }),
}

/** A use object of a request (interface, section 2.4). */
export const Use = request('How and where the data may be used.', {
  usecases: v.pipe(useMembers.usecases, v.minLength(1)),
  destinations: v.pipe(useMembers.destinations, v.minLength(1)),
})

/** Members of the app, which are signed and stored like the others. */
export const EXTENSIONS = { patternProperties: { '^x-': {} } }

/** The members that the device signs, besides its members `x-…`, and the signature. */
export const signedMembers = {
  ptr: described(
    v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_PTR_CHARS)),
    'A pointer to the data in the app’s own system: the app’s id of the person.',
  ),
  origin: described(
    v.pipe(v.string(), v.maxLength(MAX_ORIGIN_CHARS), v.regex(ORIGIN, 'expected a reverse-DNS name')),
    'The app that the data comes from, in reverse-DNS form.',
    { examples: ['com.example.app'] },
  ),
  terms: filled('The full text that was on screen, as Markdown, not a URL.'),
  description: described(v.pipe(v.string(), v.maxLength(MAX_DESCRIPTION_CHARS)), 'One sentence for people.'),
  tags: words('The kinds of data.', { examples: [TAGS] }),
  uses: listOf(Use, 'The permitted uses. An empty list revokes the active license of the device.', MAX_LISTED),
  // `null` means absent (wire decisions, section 3).
  expiry: v.nullish(
    time(
      'The end of the license, at most `x-duration` after tomorrow in UTC. Without it, or with `null` in a request, the license does not expire.',
    ),
  ),
  signature: filled('Base64 of the device’s signature of 256 bytes, in one of the three suites of the protocol.'),
}
