/** A setting, a port or a directory that the user must change. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}
