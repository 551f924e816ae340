package memory

// TempPrefix begins the names of files that are being written.
const TempPrefix = ".consider-tmp-"
