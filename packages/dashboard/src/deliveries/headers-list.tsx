import classes from './headers-list.module.css'

/** HTTP headers, one per line. */
export function HeadersList({
  headers,
  label,
}: {
  readonly headers: Readonly<Record<string, string>>
  readonly label: string
}) {
  return (
    <dl className={classes.headers} aria-label={label}>
      {Object.entries(headers).map(([name, value]) => (
        <div key={name}>
          <dt>{name}:</dt> <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
