"""The scripts that draw everything under `hardware/made`; `make hardware` runs them."""
