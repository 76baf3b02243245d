import { FIRST_STEPS } from '@messaging/contract/dashboard/first-steps.ts'
import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/**
 * The first steps that an organisation has done, so that they are not looked for again. Access: by organisation. No
 * expiry: one small item for each organisation.
 */
export const FirstStepsEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'firstSteps', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      done: { type: 'set', items: FIRST_STEPS },
      /** When a member hid the steps, in milliseconds. */
      dismissedAt: { type: 'number' },
    },
    indexes: {
      byOrganization: {
        pk: key('pk', 'firstSteps#${organizationId}'),
        sk: key('sk', 'firstSteps'),
      },
    },
  },
  table,
)
