/** Tells a password manager whose password a form sets. */
export function HiddenEmail({ email }: { readonly email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}
