"""What a picture is of: each subject draws itself with a pen."""
