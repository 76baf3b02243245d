import { Entity, key } from '../../platform/table/entity.ts'
import { table } from '../../platform/table/table.ts'

/**
 * A text that members of an organisation send often. Its id derives from its name. Access: all of an organisation. No
 * expiry: members delete it.
 */
export const SavedReplyEntity = new Entity(
  {
    model: { service: 'messaging', entity: 'savedReply', version: '1' },
    attributes: {
      organizationId: { type: 'string', required: true, readOnly: true },
      id: { type: 'string', required: true, readOnly: true },
      name: { type: 'string', required: true },
      text: { type: 'string', required: true },
    },
    indexes: {
      byOrganization: {
        pk: key('pk', 'o#${organizationId}'),
        sk: key('sk', 'savedReply#${id}'),
      },
    },
  },
  table,
)
