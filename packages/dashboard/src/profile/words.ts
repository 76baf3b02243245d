/** The texts of the profile. */
export const words = {
  title: 'Profile',
  description: 'Your own name and phone number, in all organisations.',
  email: 'Email',
  emailHint: 'The address with which you sign in. It cannot be changed.',
  name: 'Name',
  nameHint: 'Other members see it instead of your email address.',
  phoneNumber: 'Phone number',
  phoneHint: 'In international format, for example +44 7700 900123. Agents can be shared with you by this number.',
  invalidPhone: 'Enter a number such as +44 7700 900123.',
  save: 'Save profile',
  saved: 'Profile saved',
} as const
