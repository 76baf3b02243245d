/** A hidden field that tells password managers to which account the password belongs. */
export function HiddenEmail({ email }: { readonly email: string }) {
  return <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
}
