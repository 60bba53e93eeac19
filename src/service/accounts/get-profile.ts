import { toTimestamp } from '../../core/timestamp.ts'
import type { Profile } from '../../protocol/answers.ts'
import { AUTH_PATHS } from '../../protocol/paths.ts'
import { authenticateAdmin } from '../auth/authenticate-bearer.ts'
import { respondJson } from '../http/respond.ts'
import type { Route } from '../routing/route.ts'

/** Get Profile: the user behind the token. */
export const getProfile: Route = {
  method: 'GET',
  paths: [AUTH_PATHS.profile],
  cors: false,
  async handle({ context, request }) {
    const user = await authenticateAdmin(context, request)
    const profile: Profile = {
      userId: user.id,
      email: user.email,
      orgId: user.orgId,
      created: toTimestamp(user.created),
      modified: toTimestamp(user.modified),
    }
    return respondJson(profile)
  },
}
