/** Why a user without the role cannot do something. */
export const MISSING_ROLE_TEXTS = {
  admin: 'Only admins of the organisation can do this.',
  member: 'Viewers can see everything except secrets, and change nothing. Ask an admin for the role member.',
  viewer: '',
}

export const ROLE_NAMES = { admin: 'Admin', member: 'Member', viewer: 'Viewer' }

/** What members of each role can do. */
export const ROLE_TEXTS = {
  admin: 'Everything, also members, secrets, API keys and numbers',
  member: 'Agents, conversations, deliveries and templates',
  viewer: 'Sees everything except secrets',
}
