/** The texts of the profile. */
export const words = {
  title: 'Profile',
  description: 'Your own name and phone number, in all organisations.',
  email: 'Email',
  emailHint: 'The address with which you sign in. It cannot be changed.',
  name: 'Name',
  nameHint: 'Other members see it instead of your email address.',
  phoneNumber: 'Phone number',
  phoneHint:
    'In international format, for example +44 7700 900123. Agents can be shared with you by this number after you proved it.',
  invalidPhone: 'Enter a number such as +44 7700 900123.',
  save: 'Save profile',
  saved: 'Profile saved',
  proof: {
    title: 'Proof of the phone number',
    proved: 'Proved',
    notProved: 'Not proved',
    why: 'Agents cannot be shared with this number until you prove that it is yours. A code is sent to the number as a message.',
    send: 'Send code',
    sendAgain: 'Send another code',
    code: 'Code',
    codeHint: 'The six digits of the message. They are valid for 10 minutes.',
    confirm: 'Confirm number',
    done: 'Phone number proved',
  },
} as const
