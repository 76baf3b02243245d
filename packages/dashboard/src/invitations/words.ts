/** The texts of the page of the user's invitations. */
export const words = {
  title: 'Invitations',
  description: 'Organisations that invited you.',
  from: (name: string) => (name === '' ? '' : `Invited by ${name}.`),
  role: (name: string) => `Your role: ${name}.`,
  expires: 'Expires',
  accept: 'Accept',
  acceptLabel: (organization: string) => `Accept the invitation to ${organization}`,
  decline: 'Decline',
  declineLabel: (organization: string) => `Decline the invitation to ${organization}`,
  declined: 'Invitation declined',
  empty: {
    title: 'No invitations',
    text: (email: string) =>
      `There is no invitation for ${email}. It was answered or withdrawn, it expired, or it is for another address.`,
  },
} as const
