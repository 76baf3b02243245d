import classes from './phone-number.module.css'

/** A phone number. It does not wrap, and stays in order beside names that are written from right to left. */
export function PhoneNumber({ number }: { readonly number: string }) {
  return (
    <bdi dir="ltr" className={classes.number}>
      {number}
    </bdi>
  )
}
