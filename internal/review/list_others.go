package review
