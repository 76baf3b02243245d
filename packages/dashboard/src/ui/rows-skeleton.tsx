import classes from './rows-skeleton.module.css'

/** The height of a row of a table. */
const ROW = 27

/** Stands for a list while it loads. It has the frame and row height of a table, so that the page does not jump. */
export function RowsSkeleton({ rows = 8, height = ROW }: { readonly rows?: number; readonly height?: number }) {
  return (
    <div className={classes.rows} aria-hidden>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className={classes.row} style={{ height }} />
      ))}
    </div>
  )
}
