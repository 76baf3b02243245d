import { encode } from 'uqr'
import classes from './security.module.css'

/** Modules of light border that scanners need around a code. */
const BORDER = 4

/** A QR code. `label` says what it holds. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: BORDER })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={classes.code}>
      <path d={path} />
    </svg>
  )
}
