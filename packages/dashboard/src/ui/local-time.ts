/** Converts ISO 8601 to the value of `<input type="datetime-local">`, in the user's time zone, to the minute. */
export function toLocalInput(at: string | undefined): string {
  if (at === undefined) return ''
  const time = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${date}T${two(time.getHours())}:${two(time.getMinutes())}`
}

/** Converts the value of such an input to ISO 8601, or undefined if it is empty or incomplete. */
export function fromLocalInput(text: string): string | undefined {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}
