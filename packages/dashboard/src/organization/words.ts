/** The texts of the organisation's settings. */
export const words = {
  title: 'Organisation',
  description: 'The organisation that owns your agents, numbers, endpoints and conversations.',
  name: 'Name',
  nameHint: 'Members see it in the menu at the top. Users that an agent is shared with see it, too.',
  id: 'Organisation ID',
  save: 'Save name',
  saved: 'Organisation renamed',
} as const
