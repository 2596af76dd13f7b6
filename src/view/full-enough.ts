/** A view that fills this share of its budget needs no further try. */
export const fullEnough = 0.97
