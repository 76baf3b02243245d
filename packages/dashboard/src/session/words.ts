/** The texts of the pages for signed-out users. */
export const words = {
  documentTitle: (page: string) => `${page} – Agent Messaging`,
  brand: 'Agent Messaging',
  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  passwordHint: (least: number | string) => `At least ${least} characters. Tip: use a passphrase.`,
  code: 'Code',
  appCodeHint: 'Six digits from your authenticator app.',
  backToSignIn: 'Back to sign in',
  signIn: { title: 'Sign in', submit: 'Sign in', forgot: 'Forgot your password?', create: 'Create account' },
  mfa: { submit: 'Verify code' },
  choose: {
    text: 'Your temporary password works once. Choose a new password.',
    submit: 'Set password and sign in',
  },
  signUp: {
    title: 'Create account',
    description: 'We will email you a temporary password.',
    submit: 'Create account',
    signInInstead: 'Sign in instead',
    sentTitle: 'Check your email',
    sent: 'We sent an email to:',
    newAccount: 'If the address is new here, it contains a temporary password. Sign in with it and choose your own.',
    knownAccount:
      'If the address already has an account, it contains a code instead. Sign in with your password, or set a new one with the code.',
    goToSignIn: 'Go to sign in',
    setPassword: 'Set a new password with the code',
  },
  forgot: {
    title: 'Reset password',
    description: 'We will email you a code to set a new password.',
    submit: 'Send code',
  },
  reset: {
    title: 'New password',
    ifAccount: 'If',
    codeSent: 'has an account, we have sent a code to it.',
    submit: 'Set password and sign in',
    sendNewCode: 'Send new code',
    done: 'Password set. Sign in with it.',
  },
} as const
